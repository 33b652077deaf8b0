/** Words for moves in games with scores. */
addWords({
  winsBy: ["wins by {n}", "thắng {n} điểm", "برد با {n}", "vence por {n}", "выигрыш: {n}"],
  losesBy: ["loses by {n}", "thua {n} điểm", "باخت با {n}", "perde por {n}", "проигрыш: {n}"],
  wonBy: ["{player} won by {n}.", "{player} đã thắng {n} điểm.", "{player} با {n} برنده شد.", "Vitória de {player} por {n}.", "Победа: {player}, очков: {n}."],
  givesPoints: ["gives {n} point away|gives {n} points away", "đánh mất {n} điểm", "{n} امتیاز از دست می‌دهد", "entrega {n} ponto|entrega {n} pontos", "упускает {n} очко|упускает {n} очка|упускает {n} очков"],
  gavePoints: ["You gave {n} point away.|You gave {n} points away.", "Bạn đánh mất {n} điểm.", "شما {n} امتیاز از دست دادید.", "Você entregou {n} ponto.|Você entregou {n} pontos.", "Вы упустили {n} очко.|Вы упустили {n} очка.|Вы упустили {n} очков."],
});

/** Say how many points a player gave away in a match. @param {number} given  at least one */
function pointsText(given) {
  return sayNumber("gavePoints", given);
}
