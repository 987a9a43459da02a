import { path } from '#kit/contract/path.ts'

export const customersPath = path('/registration/customers', 'Q')
export const customerAddPath = path('/registration/customers/add')
export const customerPath = path('/customers/:CustomerId', 'edit')
export const wordingsPath = path('/settings/consent-wordings')
export const wordingAddPath = path('/settings/consent-wordings/add')
export const amendmentsPath = path('/member/profile-amendment-review', 'id')
