import type { Reply, Sent } from '#kit/contract/endpoint.ts'
import type { getForm, registerCustomer } from '../contract.ts'
import type { AddressValues } from './AddressFields.tsx'
import { answersTo, channels, type Granted, type ReadIn } from './ConsentRows.tsx'

/** What somebody has typed so far, in all steps. */
export type Registration = {
  FullName: string
  ContactNo: string
  Email: string
  IdType: string
  IdNo: string
  DateOfBirth: string
  Gender: string
  Language: string
  WhereYouKnowUs: string
  granted: Granted
  readIn: ReadIn
  /** The version of the wording that stood there when it was ticked. */
  wording: string
  /** Null: no address is given. */
  address: AddressValues | null
}

export const emptyRegistration: Registration = {
  FullName: '',
  ContactNo: '',
  Email: '',
  IdType: '',
  IdNo: '',
  DateOfBirth: '',
  Gender: '',
  Language: '',
  WhereYouKnowUs: '',
  granted: {},
  readIn: {},
  wording: '',
  address: null,
}

const textOrNull = (text: string) => text.trim() || null

/** What was ticked under a wording that stands there no more is not agreed to. */
export const grantedUnder = (
  form: Pick<Lists, 'ConsentWordingVersion'>,
  { granted, wording }: Registration,
): Granted => (wording === form.ConsentWordingVersion ? granted : {})

/** Whether something was ticked that now reads differently. */
export const hasOtherWording = (form: Pick<Lists, 'ConsentWordingVersion'>, { granted, wording }: Registration) =>
  wording !== form.ConsentWordingVersion && Object.values(granted).some((one) => one)

/** As the call takes it; with the wording that was on the page. */
export function toSend(values: Registration): Sent<typeof registerCustomer> {
  const { FullName, ContactNo, Language, IdNo, granted, wording, address } = values
  return {
    FullName,
    ContactNo,
    Language,
    Email: textOrNull(values.Email),
    IdType: IdNo.trim() ? textOrNull(values.IdType) : null,
    IdNo: textOrNull(IdNo),
    IdNotGivenYN: IdNo.trim() ? 'N' : 'Y',
    DateOfBirth: textOrNull(values.DateOfBirth),
    Gender: textOrNull(values.Gender),
    WhereYouKnowUs: textOrNull(values.WhereYouKnowUs),
    // What is not ticked is not agreed to, and that is kept too.
    // What was typed before an update came is sent without a language.
    Consents: answersTo({ asked: channels, granted, wording, readIn: values.readIn ?? {} }),
    ...(address && {
      Address: {
        ...address,
        Line2: textOrNull(address.Line2),
        Postcode: textOrNull(address.Postcode),
        City: textOrNull(address.City),
        State: textOrNull(address.State),
      },
    }),
  }
}

export type Lists = Reply<typeof getForm>

/** What each step of the registration is given. */
export type StepProps = {
  values: Registration
  change: (values: Partial<Registration>) => void
  form: Lists
  next: () => void
}
