/** The audience of a screen, a call or a review step. */
export type Audience = 'developer' | 'staff'
