/** Matches words for features that government cloud doesn't have, which no text there may contain. */
export const absentInGovernmentCloud = /sandbox|side ?panel|promot|video/i
