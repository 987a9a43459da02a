import { refusal } from '#kit/contract/refusal.ts'

export const refusals = {
  notFound: refusal(404, 'webhooks.not_found', 'Record not found'),
  tooMany: refusal(409, 'webhooks.too_many_endpoints', 'There are already {Max} endpoints'),
  nameTaken: refusal(409, 'webhooks.name_taken', 'There is already an endpoint with the name {Name}'),
  hostNotAllowed: refusal(
    409,
    'webhooks.host_not_allowed',
    'The operator has not allowed {Host}. Ask the operator to add the host to EVENTS_ALLOW',
  ),
  httpNotAllowed: refusal(409, 'webhooks.http_not_allowed', 'Use https: http is only possible on the same machine'),
  notActive: refusal(409, 'webhooks.endpoint_paused', 'The endpoint is paused'),
  notPaused: refusal(409, 'webhooks.endpoint_not_paused', 'The endpoint is not paused'),
  eventsDeleted: refusal(
    409,
    'webhooks.events_deleted',
    'The events before position {Position} are deleted. Confirm that the endpoint continues at this position',
  ),
  noPreviousSecret: refusal(409, 'webhooks.no_previous_secret', 'Only one secret is valid'),
  secretLost: refusal(
    409,
    'webhooks.secret_lost',
    'The key that encrypted the secret is not available. Rotate the secret',
  ),
  rangeNeeded: refusal(409, 'webhooks.range_needed', 'Name the first position or the first time'),
  rangeEmpty: refusal(409, 'webhooks.range_empty', 'No stored event that was due for this endpoint is in the range'),
  rangeTooLong: refusal(409, 'webhooks.range_too_long', 'A replay has at most {Max} events'),
  replayRunning: refusal(409, 'webhooks.replay_running', 'A replay for this endpoint is still in progress'),
  replayNotFound: refusal(404, 'webhooks.replay_not_found', 'Record not found'),
  replayEnded: refusal(409, 'webhooks.replay_ended', 'The replay has ended'),
  lineNotFound: refusal(404, 'webhooks.line_not_found', 'The line no longer has an event that waits'),
  lineEventDeleted: refusal(409, 'webhooks.line_event_deleted', 'The event is deleted. Drop it to continue the line'),
}
