import { definePath } from '#kit/contract/path.ts'

export const customersPath = definePath('/registration/customers', 'Q')
export const customerAddPath = definePath('/registration/customers/add')
export const customerPath = definePath('/customers/:CustomerId', 'edit')
export const wordingsPath = definePath('/settings/consent-wordings')
export const wordingAddPath = definePath('/settings/consent-wordings/add')
export const amendmentsPath = definePath('/member/profile-amendment-review', 'id')
