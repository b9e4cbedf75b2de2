// The saved views of a list.
import { useEffect, useState } from 'preact/hooks';
import { ask } from './client';
import { api } from './place';

/** The words of a list in its address. */
export const LIST_WORDS = ['q', 'filters', 'sort', 'columns'] as const;
export type ListWords = Readonly<Partial<Record<(typeof LIST_WORDS)[number], string>>>;

export interface View {
  readonly id: number;
  readonly name: string;
  readonly shared: boolean;
  readonly own: boolean;
  readonly words: ListWords;
}

export interface Views {
  /** null while they are on their way. */
  readonly all: readonly View[] | null;
  save(view: Pick<View, 'name' | 'shared' | 'words'>): Promise<View>;
  remove(view: View): Promise<void>;
}

export function useViews(uid: string): Views {
  const at = `${api}/views/${uid}`;
  const [all, setAll] = useState<readonly View[] | null>(null);
  const read = (): Promise<void> =>
    ask<{ data: View[] }>(at).then(
      ({ data }) => setAll(data.data),
      // The list is there without views.
      () => setAll([]),
    );
  useEffect(() => void read(), [at]);
  return {
    all,
    async save(body) {
      const { data } = await ask<{ data: View }>(at, { method: 'PUT', body });
      await read();
      return data.data;
    },
    async remove({ id }) {
      await ask(`${at}/${id}`, { method: 'DELETE' });
      await read();
    },
  };
}
