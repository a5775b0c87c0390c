/** How long a repeated call with the same key gets the reply of the first one. */
export const idempotencyHours = 24
