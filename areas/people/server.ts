import type { ServerArea } from '#kit/server/area.ts'
import { peopleRoutes } from './server/routes.ts'

/** The area of queries that join customers with memberships, points and sales; it owns no table. */
export const people: ServerArea = {
  name: 'people',
  routes: Object.values(peopleRoutes).flat(),
  belongsTo: peopleRoutes,
}
