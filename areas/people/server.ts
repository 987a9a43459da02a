import type { ServerArea } from '#kit/server/area.ts'
import { peopleRoutes } from './server/routes.ts'

/** Area of queries that join customers with memberships, points and sales; the area owns no table. */
export const peopleServerArea: ServerArea = {
  name: 'people',
  routes: Object.values(peopleRoutes).flat(),
  belongsTo: peopleRoutes,
}
