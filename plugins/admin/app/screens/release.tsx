// One release: its time, its documents, what prevents it, and what can be done with it.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { may } from '../data/model';
import { path } from '../data/place';
import {
  CHANGE_ACTIONS,
  type Change,
  canChange,
  changeAt,
  isDueSoon,
  type Problem,
  RELEASE_ACTIONS,
  releaseAt,
  schedulable,
  type WholeRelease,
} from '../data/releases';
import { useTitles } from '../data/titles';
import { dateAndTimeOf, ownZone } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Dialog } from '../ui/dialog';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { ScreenTitle } from '../ui/head';
import { Notice, say } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';
import { AddDocuments } from './add-documents';
import { PlanTime, Problems, StateWord } from './plan-parts';
import { timeFields, timeOf } from './plan-time';
import { ReleaseChanges } from './release-changes';

/** Milliseconds. */
const AGAIN = 1_000;

interface Checked {
  /** What would prevent the release now. */
  readonly problems: readonly Problem[];
  /** They were asked for by "Run now". */
  readonly isForRun: boolean;
}

export function ReleaseScreen({ id }: { readonly id: string }) {
  const at = releaseAt(id);
  const { value, error, again } = useLoaded<{ data: WholeRelease }>(at);
  const release = value?.data;
  const titleOf = useTitles(release?.changes ?? []);
  const [open, setOpen] = useState<'edit' | 'add' | 'run' | 'cancel' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  /** null: nobody has asked. */
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!release || !isDueSoon(release)) return;
    const timer = setTimeout(again, AGAIN);
    return () => clearTimeout(timer);
  }, [release]);
  if (!release) return <Failure error={error} />;
  const mayChange = canChange(release);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setFailure(null);
    setChecked(null);
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
      again();
    }
  };
  const problemsNow = async (): Promise<readonly Problem[]> => {
    const { data } = await ask<{ data: { problems: readonly Problem[] } }>(`${at}/actions/check`, {
      method: 'POST',
    });
    return data.data.problems;
  };
  const check = (): Promise<void> =>
    run(async () => setChecked({ problems: await problemsNow(), isForRun: false }));
  /** A release that fails loses its time. */
  const runNow = (): Promise<void> =>
    run(async () => {
      const problems = may(RELEASE_ACTIONS.check) ? await problemsNow() : [];
      if (problems.length > 0) setChecked({ problems, isForRun: true });
      else await ask(`${at}/actions/run`, { method: 'POST' });
    });
  const close = (): void => setOpen(null);
  const remove = (change: Change): Promise<void> =>
    run(async () => {
      await ask(changeAt(change.id), { method: 'DELETE' });
      say(t('Removed from the release'));
    });
  return (
    <section>
      <header class="head sticky">
        <div>
          <a href={`${path}/releases`}>{t('Releases')}</a>
          <ScreenTitle title={release.name} of={t('Releases')} dir="auto" />
        </div>
        <span class="grow" />
        {mayChange && schedulable().length > 0 && (
          <Button kind="main" icon="plus" onClick={() => setOpen('add')}>
            {t('Add documents')}
          </Button>
        )}
        {mayChange && may(RELEASE_ACTIONS.check) && (
          <Button disabled={busy} onClick={() => void check()}>
            {t('Check')}
          </Button>
        )}
        {mayChange && may(RELEASE_ACTIONS.update) && (
          <Button onClick={() => setOpen('edit')}>{t('Name and time')}</Button>
        )}
        {mayChange && may(RELEASE_ACTIONS.update) && release.changes.length > 0 && (
          <Button disabled={busy} onClick={() => setOpen('run')}>
            {t('Run now')}
          </Button>
        )}
        {mayChange && may(RELEASE_ACTIONS.delete) && (
          <Button kind="danger" onClick={() => setOpen('cancel')}>
            {t('Cancel the release')}
          </Button>
        )}
      </header>
      <Failure error={failure} />
      <Failure error={error} />
      <div aria-live="polite">
        {checked?.problems.length === 0 && <Notice>{t('Nothing prevents the release now.')}</Notice>}
        {checked !== null && checked.problems.length > 0 && (
          <Notice kind="warning">
            {checked.isForRun && `${t('The release did not run.')} `}
            {t('This would prevent the release now:')}
            <Problems problems={checked.problems} titleOf={titleOf} />
          </Notice>
        )}
      </div>
      {release.problems && (
        <Notice kind="error">
          {t('The release has failed, and nothing was changed:')}
          <Problems problems={release.problems} titleOf={titleOf} />
        </Notice>
      )}
      <Facts release={release} />
      <h2>{t('Documents')}</h2>
      {release.changes.length === 0 ? (
        <p class="nothing">{t('The release has no documents yet.')}</p>
      ) : (
        <ReleaseChanges
          changes={release.changes}
          titleOf={titleOf}
          remove={mayChange && may(CHANGE_ACTIONS.cancel) ? remove : null}
          busy={busy}
        />
      )}
      {open === 'edit' && (
        <EditRelease
          release={release}
          onClose={close}
          onSaved={() => {
            close();
            setChecked(null);
            again();
          }}
        />
      )}
      {open === 'add' && (
        <AddDocuments
          release={release}
          onAdded={() => {
            setChecked(null);
            again();
          }}
          onClose={close}
        />
      )}
      {open === 'run' && (
        <Confirm
          title={t('Run {name} now?', { name: release.name })}
          text={t('All its documents change at once. If one of them cannot, none does.')}
          button={t('Run now')}
          kind="main"
          onClose={close}
          onConfirm={runNow}
        />
      )}
      {open === 'cancel' && (
        <Confirm
          title={t('Cancel {name}?', { name: release.name })}
          text={t('Its documents stay as they are. This cannot be undone.')}
          button={t('Cancel the release')}
          kind="danger"
          onClose={close}
          onConfirm={() => run(() => ask(at, { method: 'DELETE' }))}
        />
      )}
    </section>
  );
}

function Facts({ release }: { readonly release: WholeRelease }) {
  const { at, timeZone, state, by } = release;
  return (
    <dl class="facts">
      <Fact title={t('State')}>
        <StateWord state={state} />
      </Fact>
      <Fact title={t('Time')}>
        <PlanTime plan={release} />
      </Fact>
      {at !== null && timeZone !== ownZone() && <Fact title={t('Your time')}>{dateAndTimeOf(at)}</Fact>}
      {by !== null && (
        <Fact title={t('By')}>
          <bdi>{by}</bdi>
        </Fact>
      )}
    </dl>
  );
}

interface EditProps {
  readonly release: WholeRelease;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const EditRelease = ({ release, onClose, onSaved }: EditProps) => (
  <Dialog title={t('Name and time')} onClose={onClose}>
    <SimpleForm
      submit={t('Save')}
      onCancel={onClose}
      fields={[
        { name: 'name', label: t('Name'), value: release.name, required: true },
        ...timeFields(release, false),
      ]}
      send={async ({ name, ...values }) => {
        const body = { name, ...timeOf(values, release) };
        await ask(releaseAt(release.id), { method: 'PUT', body });
        onSaved();
      }}
    >
      <p class="help">{t('Without a time, the release waits until you set one.')}</p>
    </SimpleForm>
  </Dialog>
);
