import { z } from 'zod'
import { Id, PersonName } from '#kit/contract/fields.ts'

/** A member of staff, as the person who gives them an account sees them; the area of staff keeps them. */
export const Staff = z.strictObject({
  StaffId: Id,
  FullName: PersonName,
  PreferredName: z.string(),
  JobTitle: z.string().nullable(),
  StaffType: z.enum(['HQ', 'Outlet Staff', 'Outlet Manager']),
  SalesPersonCode: z.string().nullable(),
  BuildingCode: z.string(),
  DepartmentCode: z.string().nullable(),
  Status: z.enum(['Active', 'Inactive', 'Deleted']),
})
export type Staff = z.infer<typeof Staff>
