export const preferenceFields = [
  'Mode',
  'Navigation',
  'CollapsedYN',
  'Direction',
  'HeaderColor',
  'AccentColor',
  'Language',
  'Density',
  'SingleKeysYN',
] as const
