import { at, type AccessRow } from './world.ts'

export const documentationAccess: AccessRow[] = [
  // route                     anonymous stranger developer admin owner employee staff
  {
    route: 'GET /api/v1/documentation',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/documentation'),
  },
  {
    route: 'GET /api/v1/documentation/:slug',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/documentation/introduction'),
  },
  {
    route: 'GET /api/v1/documentation_passages',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/documentation_passages'),
  },
  {
    route: 'GET /api/v1/terms',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/terms'),
  },
  {
    route: 'GET /api/v1/resource_groups',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/resource_groups'),
  },
  {
    route: 'GET /api/v1/resource_groups/branches',
    expect: [401, 403, 403, 403, 403, 200, 200],
    call: at('/api/v1/resource_groups/branches'),
  },
  {
    route: 'GET /api/v1/resource_groups/aggregated_changelog',
    expect: [404, 404, 404, 404, 404, 200, 200],
    call: at('/api/v1/resource_groups/aggregated_changelog?custom_service_sha=8c41d07be2aa'),
  },
  {
    route: 'GET /api/v1/resource_groups/:slug/openapi.json',
    expect: [404, 404, 404, 404, 404, 200, 200],
    call: at('/api/v1/resource_groups/budgets/openapi.json'),
  },
  {
    route: 'GET /api/v1/reference_docs',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/reference_docs'),
  },
  {
    route: 'GET /api/v1/reference_docs/:page',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/reference_docs/errors'),
  },
  {
    route: 'GET /api/v1/resource_groups/search_index',
    expect: [200, 200, 200, 200, 200, 200, 200],
    call: at('/api/v1/resource_groups/search_index'),
  },
]
