"""What libraries of learners check before they learn."""

import warnings

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")


def test_stable_baselines_takes_the_environment() -> None:
    """Stable-Baselines3's check_env passes with the settings as they are, without a warning."""
    checker = pytest.importorskip(
        "stable_baselines3.common.env_checker", reason="NOT CHECKED: Stable-Baselines3 is not installed"
    )
    import gymnasium

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(gymnasium.make("rheinlaender.envs.gymnasium:Rheinlaender-v0"))
