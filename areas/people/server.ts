import type { ServerArea } from '#kit/server/area.ts'
import { peopleRoutes } from './server/routes.ts'

/** Queries that join customers with memberships, points and sales. This area owns no table. */
export const people: ServerArea = {
  name: 'people',
  routes: Object.values(peopleRoutes).flat(),
  belongsTo: peopleRoutes,
}
