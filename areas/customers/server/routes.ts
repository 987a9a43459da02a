import { serve } from '#kit/server/serve.ts'
import * as addresses from '../contract/addresses.ts'
import * as amendments from '../contract/amendments.ts'
import * as wordings from '../contract/consent-wordings.ts'
import * as consents from '../contract/consents.ts'
import * as contactChanges from '../contract/contact-changes.ts'
import * as customers from '../contract/customers.ts'
import * as duplicates from '../contract/duplicates.ts'
import * as tags from '../contract/tags.ts'
import * as timeline from '../contract/timeline.ts'
import { addCustomer } from './add-customer.ts'
import { addAddress } from './addresses/add-address.ts'
import { findPostcode, listAddresses } from './addresses/addresses.ts'
import { deleteAddress, restoreAddress } from './addresses/delete-address.ts'
import { updateAddress } from './addresses/update-address.ts'
import { addAmendment } from './amendments/add-amendment.ts'
import { listAmendments } from './amendments/list-amendments.ts'
import { reviewAmendment } from './amendments/review-amendment.ts'
import { addConsent } from './consents/add-consent.ts'
import { listConsents } from './consents/consents.ts'
import { confirmContact, getContactHold } from './contact-changes.ts'
import { deleteCustomer, restoreCustomer } from './delete-customer.ts'
import { findDuplicates } from './find-duplicates.ts'
import { getCustomer } from './get-customer.ts'
import { leadSourceRoutes } from './lead-sources.ts'
import { listCustomerTypes } from './list-customer-types.ts'
import { revealIdentity } from './reveal-identity.ts'
import { addTag, deleteTag, getTag, listTags, restoreTag } from './tags.ts'
import { customerTimeline } from './timeline/customer-timeline.ts'
import { updateCustomer } from './update-customer.ts'
import { updateCustomerStatus } from './update-customer-status.ts'
import { publishConsentWording } from './wordings/publish-consent-wording.ts'
import { getConsentWording, listConsentWordings } from './wordings/wordings.ts'

/** Endpoints of the customers area that the pages of data quality use. */
export const tagRoutes = [
  serve(tags.addTag, addTag),
  serve(tags.listTags, listTags),
  serve(tags.getTag, getTag),
  serve(tags.deleteTag, deleteTag),
  serve(tags.restoreTag, restoreTag),
]

export const customerRoutes = [
  ...leadSourceRoutes,
  serve(customers.addCustomer, addCustomer),
  serve(customers.getCustomer, getCustomer),
  serve(customers.updateCustomer, updateCustomer),
  serve(customers.updateCustomerStatus, updateCustomerStatus),
  serve(customers.deleteCustomer, deleteCustomer),
  serve(customers.restoreCustomer, restoreCustomer),
  serve(customers.revealIdentity, revealIdentity),
  serve(duplicates.findDuplicates, findDuplicates),
  serve(customers.listCustomerTypes, listCustomerTypes),
  serve(addresses.addAddress, addAddress),
  serve(addresses.listAddresses, listAddresses),
  serve(addresses.updateAddress, updateAddress),
  serve(addresses.deleteAddress, deleteAddress),
  serve(addresses.restoreAddress, restoreAddress),
  serve(addresses.findPostcode, findPostcode),
  serve(consents.addConsent, addConsent),
  serve(consents.listConsents, listConsents),
  serve(wordings.listConsentWordings, listConsentWordings),
  serve(wordings.getConsentWording, getConsentWording),
  serve(wordings.publishConsentWording, publishConsentWording),
  ...tagRoutes,
  serve(timeline.customerTimeline, customerTimeline),
  serve(contactChanges.getContactHold, getContactHold),
  serve(contactChanges.confirmContact, confirmContact),
  serve(amendments.listAmendments, listAmendments),
  serve(amendments.addAmendment, addAmendment),
  serve(amendments.reviewAmendment, reviewAmendment),
]
