import { defineSetting, wholeNumberSchema } from './define-setting.ts'

/** Settings that limit the size and number of stored files. */
export const fileSettings = {
  'imports.unpackedMB': defineSetting({
    group: 'files',
    schema: wholeNumberSchema(1, 4_096),
    default: 200,
    unit: 'MB',
    description: 'Maximum size of an unpacked import file; larger files are refused',
  }),
  'imports.abandonedUploadHours': defineSetting({
    group: 'files',
    schema: wholeNumberSchema(1, 720),
    default: 24,
    unit: 'hours',
    description: 'Hours after which an uploaded file that was never imported is deleted',
  }),
  'feed.days': defineSetting({
    group: 'files',
    schema: wholeNumberSchema(7, 3_650),
    default: 90,
    unit: 'days',
    description: 'Days for which other systems can read an event; older events are deleted at night',
  }),
  'webhooks.days': defineSetting({
    group: 'files',
    schema: wholeNumberSchema(1, 365),
    default: 30,
    unit: 'days',
    description: 'Days for which the log of webhook deliveries is stored; older entries are deleted at night',
  }),
  MEDIA_QUOTA_MB: defineSetting({
    group: 'files',
    schema: wholeNumberSchema(0, 10_000_000),
    default: 10_240,
    unit: 'MB',
    description: 'Total storage for uploads; beyond it, uploads are refused',
  }),
} as const
