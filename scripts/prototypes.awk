# SPDX-License-Identifier: GPL-2.0-only
#
# What `bpftool btf dump` prints of a kernel -> a line for each function of one name
# only: the name, a tab and its prototype in C. Functions that have another's name are
# told apart by nobody; of those there is the name alone.

function quoted(line) {
	return match(line, /'[^']*'/) ? substr(line, RSTART + 1, RLENGTH - 2) : ""
}

function number(line, key) {
	return match(line, key "=[0-9]+") ? substr(line, RSTART + length(key) + 1, RLENGTH - length(key) - 1) + 0 : 0
}

/^\[/ {
	id = substr($1, 2, length($1) - 2)
	kind[id] = $2
	name[id] = quoted($0)
	if (name[id] == "(anon)") name[id] = ""
	of[id] = number($0, $2 == "FUNC_PROTO" ? "ret_type_id" : " type_id")
	size[id] = number($0, "nr_elems")
	if ($2 == "FWD") kind[id] = $0 ~ /fwd_kind=union/ ? "UNION" : "STRUCT"
	if ($2 == "FUNC") {
		if (name[id] in function_of) twice[name[id]] = 1
		else order[++functions] = name[id]
		function_of[name[id]] = id
	}
	next
}

kind[id] == "FUNC_PROTO" && /^\t'/ {
	n = ++parameters[id]
	parameter[id, n] = quoted($0) == "(anon)" ? "" : quoted($0)
	parameter_type[id, n] = number($0, " type_id")
}

function qualifies(id) {
	return kind[id] == "CONST" || kind[id] == "VOLATILE" || kind[id] == "RESTRICT"
}

function is_of_pointer(id) {
	while (qualifies(id) || kind[id] == "TYPE_TAG") id = of[id]
	return kind[id] == "PTR"
}

function list(id, named, depth,    i, text) {
	if (depth == 2) return "(...)"
	for (i = 1; i <= parameters[id]; i++) {
		text = text (i > 1 ? ", " : "")
		if (!parameter_type[id, i] && parameter[id, i] == "") text = text "..."
		else text = text declaration(parameter_type[id, i], named ? parameter[id, i] : "", depth + !named)
	}
	return "(" (text == "" ? "void" : text) ")"
}

function declaration(id, text, depth,    qualifiers, word) {
	for (;;) {
		if (kind[id] == "PTR") {
			text = "*" text
			if (kind[of[id]] == "ARRAY" || kind[of[id]] == "FUNC_PROTO") text = "(" text ")"
		} else if (kind[id] == "ARRAY") {
			text = text "[" size[id] "]"
		} else if (kind[id] == "FUNC_PROTO") {
			text = text list(id, 0, depth)
		} else if (qualifies(id)) {
			word = tolower(kind[id]) " "
			if (is_of_pointer(id)) text = word text
			else qualifiers = qualifiers word
		} else if (kind[id] != "TYPE_TAG") {
			break
		}
		id = of[id]
	}
	word = name[id] == "" ? "{...}" : name[id]
	if (id == 0) word = "void"
	if (kind[id] ~ /^(STRUCT|UNION)$/) word = tolower(kind[id]) " " word
	if (kind[id] ~ /^ENUM/) word = "enum " word
	return qualifiers word (text == "" ? "" : " " text)
}

END {
	for (f = 1; f <= functions; f++) {
		if (order[f] in twice) {
			print order[f]
			continue
		}
		id = of[function_of[order[f]]]
		print order[f] "\t" declaration(of[id], order[f], 0) list(id, 1, 0) ";"
	}
}
