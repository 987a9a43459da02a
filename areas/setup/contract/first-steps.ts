import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { noRow } from '#kit/contract/scope.ts'

/** What a new company needs before its first sale, in the order in which one thing asks for the other. */
export const firstSteps = ['Outlets', 'Staff', 'Lists', 'Levels', 'Rates', 'Mail'] as const
export type FirstStep = (typeof firstSteps)[number]

export const FirstSteps = z.strictObject({
  /** Nothing is left, or somebody has said that they need no list. */
  Finished: z.boolean(),
  Steps: z.array(z.strictObject({ Step: z.enum(firstSteps), Done: z.boolean() })),
})

export const getFirstSteps = read({
  method: 'GET',
  path: '/settings/first-steps',
  access: { role: 'Settings' },
  scope: noRow('shared'),
  about: ['first steps'],
  summary: 'What is still missing before the first sale: it follows from what is there',
  body: z.strictObject({}),
  reply: FirstSteps,
})

export const dismissFirstSteps = change({
  path: '/settings/first-steps/dismiss',
  access: { role: 'Settings', privilege: 'Manage Settings' },
  scope: noRow('shared'),
  about: ['first steps'],
  summary: 'Shows the list of first steps to nobody any more',
  body: z.strictObject({}),
  reply: FirstSteps,
})
