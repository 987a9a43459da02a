import { z } from 'zod'
import { Id } from '#kit/contract/fields.ts'

/** The signed-in user as the browser stores the user (specification 3, "Stored user info"). */
export const UserInfo = z.strictObject({
  id: Id,
  username: z.string(),
  department: z.strictObject({ code: z.string() }).nullable(),
  building: z.strictObject({ id: Id, code: z.string(), name: z.string() }).nullable(),
  staff: z
    .strictObject({
      id: Id,
      full_name: z.string(),
      preferred_name: z.string(),
      job_title: z.string().nullable(),
      image: z.string().nullable(),
      staff_type: z.strictObject({ name: z.string() }),
    })
    .nullable(),
  roles: z.array(z.string()),
  privileges: z.array(z.string()),
})
export type UserInfo = z.infer<typeof UserInfo>

export const SignedIn = z.strictObject({
  /** The session's token for API clients; the web app gets a cookie instead and reads `cookie` here. */
  access_token: z.string(),
  customer_id: Id.nullable(),
  user_info: UserInfo,
  expires_in: z.int(),
})
