/** Edit a game that is written as text. @param {Editor} editor */
function textEditor(editor) {
  const area = make("textarea", { id: "edit-text", rows: 8, spellcheck: "false", dir: "ltr" });
  area.value = editor.board;
  const label = make("label", { for: "edit-text" }, say("editText"));
  return { element: make("div", {}, label, area), text: () => area.value };
}

addWords({
  editText: ["The number of cops, then a line “u v” for each edge", "Số cảnh sát, rồi mỗi cạnh một dòng “u v”", "شمار پلیس‌ها، سپس برای هر یال یک سطر «u v»", "O número de policiais, depois uma linha “u v” por aresta", "Число полицейских, затем по строке «u v» на каждое ребро"],
});
