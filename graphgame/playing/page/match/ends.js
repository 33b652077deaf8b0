addWords({
  backToMatch: ["Back to the match", "Trở lại ván đấu", "بازگشت به بازی", "Voltar à partida", "Вернуться к партии"],
  hint: ["Hint", "Gợi ý", "راهنمایی", "Dica", "Подсказка"],
  hintMove: ["A best move: {move}.", "Một nước tốt nhất: {move}.", "یکی از بهترین حرکت‌ها: {move}.", "Um dos melhores lances: {move}.", "Один из лучших ходов: {move}."],
  better: ["Better: {move}", "Tốt hơn: {move}", "بهتر: {move}", "Melhor: {move}", "Лучше: {move}"],
});

/** Whether the match has come to its end, whatever is looked at. @param {Match} match */
function isFinished({ plies }) {
  return plies.length > 1 && plies[plies.length - 1].view.moves.length === 0;
}
