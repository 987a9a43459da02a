import { refusal } from '#kit/contract/refusal.ts'

// Errors of self-service. The pages add titles, such as "Invalid code", to the first three errors.

export const selfServiceRefusals = {
  unknown: refusal(404, 'self-service.unknown', 'Please refer to the sales person'),
  expired: refusal(409, 'self-service.expired', 'Expired code'),
  used: refusal(409, 'self-service.used', 'This passcode has been used'),
  validTooLong: refusal(409, 'self-service.valid_too_long', 'It can be valid for {Hours} hours at most'),
  tooManyWrong: refusal(429, 'self-service.too_many_wrong', 'Too many wrong codes. Wait {seconds} seconds'),
  sentAlready: refusal(
    429,
    'self-service.sent_already',
    'A message has just been sent. Wait {seconds} seconds for another',
  ),
  tooManyRegistrations: refusal(
    429,
    'self-service.too_many_registrations',
    'Too many registrations came from here. Try again later, or ask our staff',
  ),
  tooManyChanges: refusal(429, 'self-service.too_many_changes', 'Too many changes. Try again later'),
  /** Wrong, used, void, expired and foreign codes get the same error, so that the error reveals nothing. */
  wrongCode: refusal(409, 'self-service.wrong_code', 'Invalid verification code'),
  signInAgain: refusal(
    403,
    'self-service.sign_in_again',
    'Confirm that it is you: ask for a new code before you change how we reach you',
  ),
  registeredAlready: refusal(409, 'self-service.registered_already', 'You have registered already in this session'),
  notForNew: refusal(403, 'self-service.not_for_new', 'This session is not for a new customer'),
  tooManyWaiting: refusal(
    409,
    'self-service.too_many_waiting',
    'Your earlier changes are being reviewed. Wait until that is done',
  ),
  customerMissing: refusal(400, 'self-service.customer_missing', 'Name the customer'),
  noEmail: refusal(409, 'self-service.no_email', 'There is no e-mail address to send a code to'),
  noSuchPasscode: refusal(404, 'self-service.no_such_passcode', 'Record not found'),
  notActive: refusal(409, 'self-service.not_active', 'The passcode is {Status}'),
  noSuchCampaign: refusal(400, 'self-service.no_such_campaign', 'There is no campaign {CampaignCode}'),
  ownOutletOnly: refusal(403, 'self-service.own_outlet_only', 'You can only make passcodes for your own outlet'),
  otherOutlet: refusal(403, 'self-service.other_outlet', 'You can only view the list of your own outlet'),
  noWayToReach: refusal(409, 'self-service.no_way_to_reach', 'This customer has no e-mail address and no phone number'),
}
