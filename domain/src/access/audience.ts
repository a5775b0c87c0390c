/** Who a screen, a call or a step of a review is for. */
export type Audience = 'developer' | 'staff'
