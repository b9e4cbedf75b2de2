/** A random element of a list that is not empty. */
export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
