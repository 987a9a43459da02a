import type { ComponentType } from 'react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { service } from '#kit/web/slots.ts'

type Props = ControlProps & { known: { MembershipNo: string; FullName: string } | undefined }

/** The form input for a staff member's own membership; `known` is the initial member. */
export const membershipField = service<ComponentType<Props>>('staff.membershipField')
