import { replaceImageOfRecord } from '#areas/media/server/index.ts'
import { insertStaff } from '#areas/organisation/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { addStaff as endpoint } from '../../contract/people.ts'
import { resolveOwnCustomerColumn } from './own-customer.ts'
import {
  findWorkplaceIds,
  readStaffMember,
  refuseContactOfOtherStaff,
  refuseDuplicateSalesPersonCode,
} from './person-rows.ts'

export async function addStaff(
  ctx: Ctx,
  { BuildingCode, DepartmentCode = null, OwnMembershipNo, ...person }: Input<typeof endpoint>,
) {
  const workplace = await findWorkplaceIds(ctx, { StaffType: person.StaffType, BuildingCode, DepartmentCode })

  await refuseContactOfOtherStaff(ctx, person)
  const ownCustomerFields = await resolveOwnCustomerColumn(ctx, OwnMembershipNo)
  const { StaffId } = await insertStaff(ctx, { ...person, ...workplace, ...ownCustomerFields }).catch(
    refuseDuplicateSalesPersonCode(person.SalesPersonCode ?? null),
  )
  await replaceImageOfRecord(ctx, { ObjectType: 'StaffId', ObjectId: StaffId }, null, person.Image ?? null)

  ctx.audit('Create Staff', 'Staff', StaffId, `Create Staff in Staff. StaffId - ${StaffId}`)
  return readStaffMember(ctx, StaffId)
}
