// A sound tells what came of a scan to somebody who does not look at the screen. It belongs to the till, not
// to the person: one counter stands in a quiet room, another beside the street.

const KEY = 'carat.appearance.sound'

/** Whether this browser is to be heard. */
export const soundIsOn = () => localStorage.getItem(KEY) !== 'off'

export const setSound = (on: boolean) => (on ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, 'off'))

const tones = { found: [880, 1320], unknown: [330, 220] } as const
const TONE_S = 0.07
const VOLUME = 0.05

let device: AudioContext | undefined

/** Two short tones, rising or falling. A browser that lets no page be heard yet stays silent. */
export function sound(what: keyof typeof tones): void {
  if (!soundIsOn() || typeof AudioContext === 'undefined') return
  device ??= new AudioContext()
  if (device.state === 'suspended') void device.resume().catch(() => {})
  const volume = device.createGain()
  volume.gain.value = VOLUME
  volume.connect(device.destination)
  for (const [place, frequency] of tones[what].entries()) {
    const tone = device.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(device.currentTime + place * TONE_S)
    tone.stop(device.currentTime + (place + 1) * TONE_S)
  }
}
