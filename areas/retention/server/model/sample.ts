import type { CustomerPurchases } from './forecast.ts'

/** Collects every n-th customer, at most `max` customers; n is 1 at first and doubles when the sample is full. */
export class CustomerSample {
  readonly #columns: CustomerPurchases
  readonly #max: number
  #length = 0
  #every = 1
  #offered = 0

  /** `max` is an even number. */
  constructor(max: number) {
    this.#max = max
    this.#columns = {
      days: new Uint16Array(max),
      lastAt: new Uint32Array(max),
      age: new Uint32Array(max),
      repeatValue: new Float64Array(max),
    }
  }

  add(customers: CustomerPurchases) {
    for (let index = 0; index < customers.days.length; index++) {
      if (this.#offered++ % this.#every !== 0) continue
      if (this.#length === this.#max) this.#keepEverySecond()
      for (const name of columnNames) this.#columns[name][this.#length] = customers[name][index]!
      this.#length += 1
    }
  }

  customers(): CustomerPurchases {
    const { days, lastAt, age, repeatValue } = this.#columns
    return {
      days: days.slice(0, this.#length),
      lastAt: lastAt.slice(0, this.#length),
      age: age.slice(0, this.#length),
      repeatValue: repeatValue.slice(0, this.#length),
    }
  }

  #keepEverySecond() {
    this.#every *= 2
    this.#length /= 2
    for (const name of columnNames) {
      const column = this.#columns[name]
      for (let index = 0; index < this.#length; index++) column[index] = column[2 * index]!
    }
  }
}

const columnNames = ['days', 'lastAt', 'age', 'repeatValue'] as const
