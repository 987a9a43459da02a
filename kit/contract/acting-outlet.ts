import { codeText, optionalField } from './fields.ts'
import { type RefusalKind, refusal } from './refusal.ts'

// The outlet at which a program acts. A program of one outlet acts there; a program of several outlets names it in each call.

const outletRefusals = {
  otherOutlet: refusal(403, 'kit.other_outlet', 'You can only act at your own outlet'),
  outletRequired: refusal(400, 'kit.outlet_required', 'Choose the outlet'),
}

export type ActingOutlet = {
  /** The fields of the body that name an outlet. The call takes place at the outlet of the first field. */
  fields: readonly string[]
  /** Refuses an outlet to which the caller does not belong. */
  otherOutlet: RefusalKind
  /** Refuses a call of a program of several outlets that names none. */
  outletRequired: RefusalKind
  /** True if the use case decides which outlets staff may name; otherwise staff act at their own outlet. */
  staffChoose: boolean
}

/** Declares the fields that name the outlet of a call, for calls in which staff act at their own outlet. */
export const actsAt = (...fields: readonly string[]): ActingOutlet => ({
  fields,
  ...outletRefusals,
  staffChoose: false,
})

/** The field that names the outlet of a call. */
export const actingOutlet = optionalField(codeText(20)).describe(
  'The outlet where the program acts; required for an account of several outlets',
)
