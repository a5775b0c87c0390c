/** The parts of s3rver that the tests use. It ships no types. */
declare module 's3rver' {
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }

  class S3rver {
    constructor(options: Options)
    middleware: ((context: unknown, next: () => Promise<unknown>) => Promise<unknown>)[]
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }

  export = S3rver
}
