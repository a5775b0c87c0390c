/** Texts with their normalized form, which is the same in the browser and in the database. */
export const foldedTexts = [
  ['Harbour 42', 'harbour 42'],
  ['Müller', 'muller'],
  ['Mu\u0308nster', 'munster'],
  ['Nguyễn', 'nguyen'],
  ['İSTANBUL ıl', 'istanbul il'],
  ['Straße STRAẞE', 'strasse strasse'],
  ['Łódź, Ørsted, Æther, Œuvre, Đà Nẵng, Þór', 'lodz, orsted, aether, oeuvre, da nang, thor'],
  ['Йод и Ёлка', 'иод и елка'],
  ['Ａ１％', 'a1%'],
  ['建筑工地管理系统', '建筑工地管理系统'],
  ['プロジェクト ｶﾞ', 'プロジェクト ガ'],
  ['\u1112\u1161\u11ab국', '한국'],
] as const
