const boundary = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const test = String.raw`\.test\.tsx?$`

/** The modules of domain/ that hold zod schemas. All others are pure. */
const schemas = String.raw`^domain/src/(contracts|.+/contract|(listings|reference)/content|http/(errorReply|fields|filters|lenient|listFields))\.ts$`

module.exports = {
  forbidden: [
    boundary(
      'rules-are-pure',
      'Everything but contracts, content and fields decides from its arguments: no library, not even through an import.',
      { path: '^domain/src/', pathNot: `${schemas}|${test}` },
      { pathNot: '^domain/src/', dependencyTypesNot: ['type-only'] },
    ),
    boundary(
      'rules-reach-no-schema',
      'A pure module that imports a contract, content or fields reaches zod through it. Types are not code.',
      { path: '^domain/src/', pathNot: `${schemas}|${test}` },
      { path: schemas, dependencyTypesNot: ['type-only'] },
    ),
    boundary(
      'domain-needs-only-zod',
      'domain/ runs in the browser and in Node: zod, nothing else.',
      { path: '^domain/src/', pathNot: test },
      { pathNot: String.raw`^domain/src/|node_modules/zod/` },
    ),
    boundary('web-never-server', 'They meet in domain/.', { path: '^web/' }, { path: '^server/' }),
    boundary('server-never-web', 'They meet in domain/.', { path: '^server/src/' }, { path: '^web/' }),
    boundary(
      'sql-lives-in-stores',
      'Only a store and db/ speak to PostgreSQL.',
      {
        path: '^server/src/',
        pathNot: String.raw`/store\.ts$|^server/src/db/|^server/src/(server|main|services)\.ts$|${test}`,
      },
      { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    boundary(
      'stores-do-not-decide',
      'A store neither decides nor replies.',
      { path: String.raw`^server/src/.+/store\.ts$` },
      { path: String.raw`/rules\.ts$|^server/src/(http/|errors\.ts$)`, dependencyTypesNot: ['type-only'] },
    ),
    boundary(
      'http-only-in-routes',
      "Use cases don't depend on the framework.",
      {
        path: '^server/src/',
        // The OAuth server's routes are fixed by its standards and hand requests to a library, so no contract describes them.
        pathNot: String.raw`^server/src/http/|^server/src/(server|main|services)\.ts$|^server/src/oauth/serve\w+\.ts$|${test}`,
      },
      { path: 'node_modules/(fastify|@fastify)/' },
    ),
    boundary(
      'use-cases-know-no-http',
      'Only routes reach the HTTP layer: a use case also runs from a job or a command. Types are not code.',
      {
        path: '^server/src/[^/]+/',
        pathNot: String.raw`^server/src/http/|/(routes|adminRoutes)\.ts$|^server/src/oauth/serve\w+\.ts$|${test}`,
      },
      { path: '^server/src/http/', dependencyTypesNot: ['type-only'] },
    ),
    boundary(
      'errors-know-no-http',
      'Every layer can refuse.',
      { path: String.raw`^server/src/errors\.ts$` },
      { path: '^server/src/|node_modules/' },
    ),
    boundary(
      'stores-are-private',
      'A feature reaches another through its use cases, never through its tables.',
      { path: '^server/src/([^/]+)/', pathNot: String.raw`${test}` },
      { path: String.raw`^server/src/[^/]+/(store|routes|adminRoutes)\.ts$`, pathNot: '^server/src/$1/' },
    ),
    boundary(
      'stores-in-folders-are-private',
      'The same for the store of a part of a feature. Stores may join its tables with parts of statements it exports.',
      { path: '^server/src/([^/]+)/', pathNot: String.raw`/store\.ts$|${test}` },
      { path: String.raw`^server/src/[^/]+/.+/(store|routes|adminRoutes)\.ts$`, pathNot: '^server/src/$1/' },
    ),
    boundary(
      'http-knows-no-feature',
      'The HTTP layer is the same for every feature.',
      { path: '^server/src/http/', pathNot: test },
      {
        path: '^server/src/',
        pathNot: String.raw`^server/src/(http|text|access|db)/|^server/src/(services|settings|errors|reportFailure|webBuild|oncePer|rememberFor)\.ts$`,
      },
    ),
    boundary(
      'web-features-do-not-mix',
      'Two features meet on a page under app/, not inside each other.',
      { path: '^web/src/([^/]+)/', pathNot: String.raw`^web/src/(app|texts|shared|http)/|${test}` },
      { path: '^web/src/[^/]+/', pathNot: '^web/src/($1|ui|http|texts|shared)/' },
    ),
    boundary(
      'web-shared-knows-no-feature',
      'shared/ holds what several features use; a feature imports it, never the other way around.',
      { path: '^web/src/shared/', pathNot: test },
      { path: '^web/src/[^/]+/', pathNot: '^web/src/(shared|ui|http|texts)/' },
    ),
    boundary(
      'web-http-knows-no-feature',
      'Requests and the session are the same for every feature.',
      { path: '^web/src/http/', pathNot: test },
      { path: '^web/src/', pathNot: '^web/src/(http|ui)/' },
    ),
    boundary(
      'web-root-only-starts',
      'A file beside the folders escapes the boundaries between them.',
      { path: '^web/src/[^/]+/' },
      { path: String.raw`^web/src/[^/]+\.tsx?$`, pathNot: String.raw`^web/src/(paths|zod)\.ts$` },
    ),
    boundary(
      'fetch-lives-in-http',
      'Pages ask questions, they do not make requests.',
      {
        path: '^web/src/',
        pathNot: String.raw`/((\w+Q|q)ueries|mutations|visitorCalls)\.ts$|^web/src/http/|${test}`,
      },
      { path: String.raw`^web/src/http/call\.ts$`, dependencyTypesNot: ['type-only'] },
    ),
    boundary(
      'ui-knows-no-feature',
      'ui/ could move to another product.',
      { path: '^web/src/ui/', pathNot: test },
      { path: String.raw`^web/src/(?!ui/)|node_modules/@tanstack/`, pathNot: String.raw`^web/src/ui/` },
    ),
    boundary(
      'no-cycles',
      'Two files that need each other are one idea.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    boundary('resolves', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
