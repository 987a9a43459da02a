import type { ServerArea } from '#kit/server/area.ts'

export const vouchers: ServerArea = { name: 'vouchers', routes: [] }
