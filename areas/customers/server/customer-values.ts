import { refusals } from '../contract/customers.ts'
import { phoneOf } from './phone.ts'

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

/** A number as it is stored: E.164, with what was typed beside it. */
export function storedPhone(typed: string) {
  const phone = phoneOf(typed)
  if (!phone) throw refusals.phoneInvalid()
  return phone
}

export function refuseFutureBirth(dateOfBirth: string | null | undefined, today: string) {
  if (dateOfBirth && dateOfBirth > today) throw refusals.birthDateInFuture()
}
