import { defineSetting, wholeNumber } from './define-setting.ts'

/** Settings that limit the size and number of stored files. */
export const fileSettings = {
  'imports.unpackedMB': defineSetting({
    group: 'files',
    schema: wholeNumber(1, 4_096),
    default: 200,
    unit: 'MB',
    description: 'What a packed file of an import may unpack to; a larger one is refused',
  }),
  'imports.abandonedUploadHours': defineSetting({
    group: 'files',
    schema: wholeNumber(1, 720),
    default: 24,
    unit: 'hours',
    description: 'After how many hours a file that was uploaded and never imported is removed',
  }),
  MEDIA_QUOTA_MB: defineSetting({
    group: 'files',
    schema: wholeNumber(0, 10_000_000),
    default: 10_240,
    unit: 'MB',
    description: 'How much room uploads may take together; beyond it nothing more is taken in',
  }),
} as const
