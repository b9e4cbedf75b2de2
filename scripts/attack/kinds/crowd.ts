// A crowd: many requests at once, and how their answers are judged.
import { type Call, type Exchange, NotPossible, unsound } from '../ask';
import { type Breach, breach } from '../attack';
import type { Site } from '../site';

export const CROWD = 20;

export async function crowd(site: Site, call: (index: number) => Call): Promise<Exchange[]> {
  return Promise.all(Array.from({ length: CROWD }, (_, index) => site.ask(call(index))));
}

export const succeeded = ({ status }: Exchange): boolean => status >= 200 && status < 300;
export const firstWrong = (exchanges: readonly Exchange[]): Breach | null => {
  for (const exchange of exchanges) {
    const wrong = unsound(exchange);
    if (wrong !== null) return breach(wrong, exchange);
  }
  return null;
};

export function exactlyOne(exchanges: readonly Exchange[]): Breach | null {
  if (exchanges.some(({ status }) => status === 429))
    throw new NotPossible('the deployment limits attempts (429)');
  const won = exchanges.filter(succeeded);
  if (won.length === 1) return firstWrong(exchanges);
  return breach(`${won.length} of ${exchanges.length} succeeded`, ...exchanges.slice(0, 1));
}
