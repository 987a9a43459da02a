import type { ComponentType } from 'react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { defineService } from '#kit/web/slots.ts'

type Props = ControlProps & { known: { MembershipNo: string; FullName: string } | undefined }

/** Form field for a staff member's own membership, which another area provides; `known` is the initial member. */
export const membershipFieldService = defineService<ComponentType<Props>>('staff.membershipFieldService')
