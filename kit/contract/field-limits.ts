/** What a form asks of a field before it sends it: part of what the contract says (scripts/contracts-in-browser.ts). */
export type FieldLimits = { required?: true; maxLength?: number; minLength?: number; pattern?: string; enum?: string[] }
