import { define, wholeNumber } from './define-setting.ts'

// What the chance that somebody comes back is called. Below the second they count as lost.

export const retentionSettings = {
  'retention.atRiskPercent': define({
    group: 'members',
    schema: wholeNumber(1, 99),
    default: 50,
    description: 'Below so many percent the chance that a customer comes back is called at risk',
  }),
  'retention.lostPercent': define({
    group: 'members',
    schema: wholeNumber(0, 98),
    default: 10,
    description: 'Below so many percent a customer is called lost, and is not on the list of those about to be lost',
  }),
}
