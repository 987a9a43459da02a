import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** Setup steps before a new company's first sale, in the order of their dependencies. */
export const firstStepNames = ['Outlets', 'Staff', 'Lists', 'Levels', 'Rates', 'Mail'] as const
export type FirstStep = (typeof firstStepNames)[number]

export const FirstSteps = z.strictObject({
  /** True if all setup steps are done, or if a user has dismissed the checklist. */
  Finished: z.boolean(),
  Steps: z.array(z.strictObject({ Step: z.enum(firstStepNames), Done: z.boolean() })),
})

export const getFirstSteps = read({
  method: 'GET',
  path: '/settings/first-steps',
  access: { role: 'Settings' },
  scope: unnamedRows('shared'),
  about: ['first steps'],
  summary: 'Lists the set-up steps that are missing before the first sale',
  body: z.strictObject({}),
  reply: FirstSteps,
})

export const dismissFirstSteps = change({
  path: '/settings/first-steps/dismiss',
  access: { role: 'Settings', privilege: 'Manage Settings' },
  scope: unnamedRows('shared'),
  about: ['first steps'],
  summary: 'Hides the list of first steps from all users',
  body: z.strictObject({}),
  reply: FirstSteps,
})
