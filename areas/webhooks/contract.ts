// WEBHOOKS send the events of the event feed to URLs of other systems, by the Standard Webhooks specification.

export * from './contract/deliveries.ts'
export * from './contract/endpoints.ts'
export { refusals } from './contract/refusals.ts'
export { DeliveryError } from './contract/shared.ts'
export { WEBHOOK_URL_LENGTH_MAX } from './contract/webhook-url.ts'
