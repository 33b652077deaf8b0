// Needed: proof
/**
 * Games with a proof: what it says of a position, and that it says nothing elsewhere.
 *
 * @typedef {Object} Proven  as `Proven` in graphgame/playing/views.py
 * @property {number | null} least
 * @property {number | null} greatest
 * @property {number | null} plies
 */
addWords({
  unknown: ["not proven", "chưa chứng minh", "اثبات‌نشده", "não provado", "не доказано"],
  unproven: ["Nothing is proven here: the proof has no such position.", "Ở đây chưa có gì được chứng minh: chứng minh không có thế cờ này.", "اینجا چیزی اثبات نشده است: اثبات چنین وضعیتی ندارد.", "Aqui nada está provado: a prova não tem esta posição.", "Здесь ничего не доказано: такой позиции в доказательстве нет."],
  provenWin: ["Proven: a win. Plies, at most: {0}.", "Đã chứng minh: thắng. Số nước, nhiều nhất: {0}.", "اثبات‌شده: برد. نیم‌حرکت‌ها، حداکثر: {0}.", "Provado: vitória. Lances, no máximo: {0}.", "Доказано: выигрыш. Полуходов, не более: {0}."],
  provenLoss: ["Proven: a loss. Plies, at most: {0}.", "Đã chứng minh: thua. Số nước, nhiều nhất: {0}.", "اثبات‌شده: باخت. نیم‌حرکت‌ها، حداکثر: {0}.", "Provado: derrota. Lances, no máximo: {0}.", "Доказано: проигрыш. Полуходов, не более: {0}."],
  provenDraw: ["Proven: a draw.", "Đã chứng minh: hòa.", "اثبات‌شده: مساوی.", "Provado: empate.", "Доказано: ничья."],
  provenNotLost: ["Proven: no loss.", "Đã chứng minh: không thua.", "اثبات‌شده: بدون باخت.", "Provado: sem derrota.", "Доказано: не проигрыш."],
  provenNotWon: ["Proven: no win.", "Đã chứng minh: không thắng.", "اثبات‌شده: بدون برد.", "Provado: sem vitória.", "Доказано: не выигрыш."],
  provenScore: ["Proven, in points: {0}.", "Đã chứng minh, tính theo điểm: {0}.", "اثبات‌شده، به امتیاز: {0}.", "Provado, em pontos: {0}.", "Доказано, в очках: {0}."],
  proofHint: ["What the proof says of each position that it has, for the player to move.", "Những gì chứng minh cho biết về mỗi thế cờ của nó, đối với bên sắp đi.", "آنچه اثبات دربارهٔ هر وضعیت خود می‌گوید، برای بازیکنی که نوبت اوست.", "O que a prova diz de cada uma de suas posições, para quem joga.", "Что доказательство говорит о каждой своей позиции, для того, кто ходит."],
  proofLine: ["Play by the proof", "Diễn biến theo chứng minh", "ادامه طبق اثبات", "Sequência da prova", "Игра по доказательству"],
  leavesProof: ["leaves the proof", "ra ngoài chứng minh", "از اثبات بیرون می‌رود", "sai da prova", "выходит за доказательство"],
});

/**
 * Return the note of a position, for the player to move: a key of words and its values.
 *
 * @param {Proven} proven
 * @param {boolean} scores  whether ends have scores
 */
function provenNote({ least, greatest, plies }, scores) {
  if (scores) {
    const bounds = [...(least === null ? [] : [`≥ ${least}`]), ...(greatest === null ? [] : [`≤ ${greatest}`])];
    return bounds.length ? `provenScore\t${leftToRight(least === greatest ? String(least) : bounds.join(", "))}` : "unproven";
  }
  const low = least ?? -1, high = greatest ?? 1;
  if (low === high) return low === 0 ? "provenDraw\t" : `${low > 0 ? "provenWin" : "provenLoss"}\t${plies}`;
  return low === 0 ? "provenNotLost\t" : high === 0 ? "provenNotWon\t" : "unproven";
}
