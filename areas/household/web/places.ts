import { Finger, SizeKind, type SizeShown } from '../contract.ts'

type Place = Pick<SizeShown, 'Kind' | 'Finger'>

/** Where something is worn, in one word of the texts: a finger, or what is not worn on one. */
export const placeOf = ({ Kind, Finger }: Place): string => Finger ?? Kind

export const places: readonly string[] = [...Finger.options, ...SizeKind.options.filter((kind) => kind !== 'Ring')]

export const atPlace = (place: string): Place => {
  const finger = Finger.options.find((one) => one === place)
  return finger ? { Kind: 'Ring', Finger: finger } : { Kind: place as Place['Kind'], Finger: null }
}
