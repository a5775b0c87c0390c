/** The methods whose calls change something. */
export const unsafeMethods: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT', 'DELETE'])
