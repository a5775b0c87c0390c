/** Matches words for what government cloud doesn't have, which no text there contains. */
export const absentInGovernmentCloud = /sandbox|side ?panel|promot|video/i
