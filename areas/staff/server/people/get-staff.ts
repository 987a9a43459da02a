import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type getStaff as endpoint, peopleRefusals as refusals } from '../../contract/people.ts'
import { personBy } from './person-rows.ts'

export async function getStaff(ctx: Ctx, { StaffId }: Input<typeof endpoint>) {
  const person = await personBy(ctx, StaffId)
  if (person.Status === 'Deleted') throw refusals.notFound()
  return person
}
