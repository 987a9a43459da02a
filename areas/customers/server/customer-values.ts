import { customerRefusals } from '../contract/customers.ts'
import { parsePhones } from './phone.ts'

type Identity = { IdType: string | null; IdNo: string | null; IdNotGivenYN: 'Y' | 'N' }

/** Validates an identity: either a type and a number, or the flag that the customer gave none. */
export function validateIdentityNumber({ IdType, IdNo, IdNotGivenYN }: Identity): Identity {
  if (IdNotGivenYN === 'Y') {
    if (IdNo) throw customerRefusals.identityContradicts()
    // An identity type without an identity number is dropped.
    return { IdType: null, IdNo: null, IdNotGivenYN: 'Y' }
  }
  if (!IdType || !IdNo) throw customerRefusals.identityMissing()
  return { IdType, IdNo, IdNotGivenYN: 'N' }
}

type Phones = { ContactNo?: string | undefined; AlternateContactNo?: string | null | undefined }

/**
 * Normalises phone numbers to E.164 and also stores the typed text.
 * A second number in the contact field becomes the alternate number, and is rejected if an alternate number exists.
 */
export function normalisePhones({ ContactNo, AlternateContactNo }: Phones, before: string | null = null) {
  const numbers = ContactNo === undefined ? [] : parsePhones(ContactNo)
  const alternate = AlternateContactNo ? parsePhones(AlternateContactNo) : []
  if (!numbers || !alternate || alternate.length > 1) throw customerRefusals.phoneInvalid()
  const [first, second] = numbers
  const alternateSent = AlternateContactNo === undefined ? before : (alternate[0] ?? null)
  if (second && alternateSent && alternateSent !== second) throw customerRefusals.phoneInvalid()
  return {
    ...(first !== undefined && { ContactNo: first, ContactNoTyped: ContactNo! }),
    ...((second !== undefined || AlternateContactNo !== undefined) && { AlternateContactNo: second ?? alternateSent }),
  }
}

export function refuseFutureBirthDate(dateOfBirth: string | null | undefined, today: string) {
  if (dateOfBirth && dateOfBirth > today) throw customerRefusals.birthDateInFuture()
}
