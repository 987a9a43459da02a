import { refusals } from '../contract/customers.ts'
import { phonesOf } from './phone.ts'

type Identity = { IdType: string | null; IdNo: string | null; IdNotGivenYN: 'Y' | 'N' }

/** The identity a customer will have: both type and number, or the flag that it was not given. */
export function validatedIdentity({ IdType, IdNo, IdNotGivenYN }: Identity): Identity {
  if (IdNotGivenYN === 'Y') {
    if (IdNo) throw refusals.identityContradicts()
    // A type without a number says nothing.
    return { IdType: null, IdNo: null, IdNotGivenYN: 'Y' }
  }
  if (!IdType || !IdNo) throw refusals.identityMissing()
  return { IdType, IdNo, IdNotGivenYN: 'N' }
}

type Phones = { ContactNo?: string | undefined; AlternateContactNo?: string | null | undefined }

/**
 * Numbers as they are stored: E.164, with what was typed beside. A second number typed as contact number becomes the
 * alternate one, and is refused where another one is there or was sent.
 */
export function storedPhones({ ContactNo, AlternateContactNo }: Phones, before: string | null = null) {
  const numbers = ContactNo === undefined ? [] : phonesOf(ContactNo)
  const alternate = AlternateContactNo ? phonesOf(AlternateContactNo) : []
  if (!numbers || !alternate || alternate.length > 1) throw refusals.phoneInvalid()
  const [first, second] = numbers
  const sent = AlternateContactNo === undefined ? before : (alternate[0] ?? null)
  if (second && sent && sent !== second) throw refusals.phoneInvalid()
  return {
    ...(first !== undefined && { ContactNo: first, ContactNoTyped: ContactNo! }),
    ...((second !== undefined || AlternateContactNo !== undefined) && { AlternateContactNo: second ?? sent }),
  }
}

export function refuseFutureBirth(dateOfBirth: string | null | undefined, today: string) {
  if (dateOfBirth && dateOfBirth > today) throw refusals.birthDateInFuture()
}
