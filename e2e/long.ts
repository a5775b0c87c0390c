/** Whether this is `npm run test:long`, which opens more screens. */
export const isLong = process.env['TEST_LONG'] === 'true'
