// Plays a sound for the outcome of a scan, so that staff need not look at the screen.
// The setting for sounds is stored per browser and not per user, because some counters need silence.

const KEY = 'carat.appearance.sound'

/** True if sounds are on in this browser. */
export const isSoundOn = () => localStorage.getItem(KEY) !== 'off'

export const setSoundOn = (on: boolean) => (on ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, 'off'))

const tones = { found: [880, 1320], unknown: [330, 220] } as const
const TONE_S = 0.07
const VOLUME = 0.05

let device: AudioContext | undefined

/** Plays two short tones, rising or falling. No tone is played while the browser blocks audio. */
export function playSound(outcome: keyof typeof tones): void {
  if (!isSoundOn() || typeof AudioContext === 'undefined') return
  device ??= new AudioContext()
  if (device.state === 'suspended') void device.resume().catch(() => {})
  const volume = device.createGain()
  volume.gain.value = VOLUME
  volume.connect(device.destination)
  for (const [index, frequency] of tones[outcome].entries()) {
    const tone = device.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(device.currentTime + index * TONE_S)
    tone.stop(device.currentTime + (index + 1) * TONE_S)
  }
}
