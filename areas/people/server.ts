import type { ServerArea } from '#kit/server/area.ts'
import { peopleRoutes } from './server/routes.ts'

/** Reads of customers together with memberships, points and sales. It owns no table. */
export const people: ServerArea = {
  name: 'people',
  routes: Object.values(peopleRoutes).flat(),
  belongsTo: peopleRoutes,
}
