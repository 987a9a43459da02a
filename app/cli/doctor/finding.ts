/** OK: nothing to do. LOOK: on the next working day. BAD: now. */
export type Level = 'OK' | 'LOOK' | 'BAD'

/** The sections of docs/operations.md that findings name. */
export const runbookAnchors = [
  'in-production',
  'caratdown',
  'caratdatabaseaway',
  'caratreplicaaway',
  'caratconnectionsscarce',
  'caratslotretains',
  'record-in-use',
  'clock',
  'upgrade-and-rollback',
  'backup-restore-drill',
  'caratbackupold',
  'caratledgerdiffers',
  'caratproofmissed',
  'caratnightlybatchmissed',
  'caratjobsstuck',
  'caratjobsfail',
  'caratfeedlags',
  'caraterpaway',
  'caraterpmessagesfailed',
  'caratmessageswait',
  'caratdiskfull',
  'caratcertificateends',
] as const

export type RunbookAnchor = (typeof runbookAnchors)[number]

export type Finding = {
  check: string
  level: Level
  /** The state, without values of settings. */
  state: string
  /** What to do, in one sentence; null if the level is OK. */
  action: string | null
  runbook: RunbookAnchor
}

/** Creates the findings of one check. */
export const findingsOf = (check: string, runbook: RunbookAnchor) => ({
  ok: (state: string): Finding => ({ check, level: 'OK', state, action: null, runbook }),
  look: (state: string, action: string, anchor = runbook): Finding => ({
    check,
    level: 'LOOK',
    state,
    action,
    runbook: anchor,
  }),
  bad: (state: string, action: string, anchor = runbook): Finding => ({
    check,
    level: 'BAD',
    state,
    action,
    runbook: anchor,
  }),
})

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Describes a duration in its largest whole unit: `3 hours`. */
export function describeSeconds(seconds: number): string {
  for (const [unit, length] of units) {
    const count = Math.floor(seconds / length)
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`
  }
  const whole = Math.max(0, Math.round(seconds))
  return `${whole} second${whole === 1 ? '' : 's'}`
}

export const describeBytes = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
